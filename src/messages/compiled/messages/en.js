/* eslint-disable */
/** @typedef {import('../runtime.js').LocalizedString} LocalizedString */
/** @typedef {{}} Login_TitleInputs */
/** @typedef {{ count: NonNullable<unknown> }} Projects_CountInputs */
import * as registry from "../registry.js"


export const login_title = /** @type {(inputs: Login_TitleInputs) => LocalizedString} */ () => {
	return /** @type {LocalizedString} */ (`Log in`)
};

export const projects_count = /** @type {(inputs: Projects_CountInputs) => LocalizedString} */ (i) => {const plural = registry.plural("en", i?.count, {});
	if (plural === "one") return /** @type {LocalizedString} */ (`${i?.count} project`);
	if (plural === "other") return /** @type {LocalizedString} */ (`${i?.count} projects`);
	return /** @type {LocalizedString} */ ("projects_count");
};