/* eslint-disable */
import { getLocale, experimentalStaticLocale } from "../runtime.js"

/** @typedef {import('../runtime.js').LocalizedString} LocalizedString */
/** @typedef {{}} Login_TitleInputs */
/** @typedef {{ count: NonNullable<unknown> }} Projects_CountInputs */
import * as __en from "./en.js"
import * as __lv from "./lv.js"
import * as __de from "./de.js"
/**
* | output |
* | --- |
* | "Log in" |
*
* @param {Login_TitleInputs} inputs
* @param {{ locale?: "en" | "lv" | "de" }} options
* @returns {LocalizedString}
*/
export const login_title = /** @type {((inputs?: Login_TitleInputs, options?: { locale?: "en" | "lv" | "de" }) => LocalizedString) & import('../runtime.js').MessageMetadata<Login_TitleInputs, { locale?: "en" | "lv" | "de" }, {}>} */ ((inputs = {}, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "lv") return __lv.login_title(inputs)
	if (locale === "de") return __de.login_title(inputs)
	return __en.login_title(inputs)
});
/**
* | plural | output |
* | --- | --- |
* | "one" | "{count} project" |
* | "other" | "{count} projects" |
*
* @param {Projects_CountInputs} inputs
* @param {{ locale?: "en" | "lv" | "de" }} options
* @returns {LocalizedString}
*/
export const projects_count = /** @type {((inputs: Projects_CountInputs, options?: { locale?: "en" | "lv" | "de" }) => LocalizedString) & import('../runtime.js').MessageMetadata<Projects_CountInputs, { locale?: "en" | "lv" | "de" }, {}>} */ ((inputs, options = {}) => {
	const locale = experimentalStaticLocale ?? options.locale ?? getLocale()
	if (locale === "lv") return __lv.projects_count(inputs)
	if (locale === "de") return __de.projects_count(inputs)
	return __en.projects_count(inputs)
});