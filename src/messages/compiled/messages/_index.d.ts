export type LocalizedString = import('../runtime.js').LocalizedString;
export type Login_TitleInputs = {};
export type Projects_CountInputs = {
    count: NonNullable<unknown>;
};
/**
* | output |
* | --- |
* | "Log in" |
*
* @param {Login_TitleInputs} inputs
* @param {{ locale?: "en" | "lv" | "de" }} options
* @returns {LocalizedString}
*/
export declare const login_title: ((inputs?: Login_TitleInputs, options?: {
    locale?: "en" | "lv" | "de";
}) => LocalizedString) & import('../runtime.js').MessageMetadata<Login_TitleInputs, {
    locale?: "en" | "lv" | "de";
}, {}>;
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
export declare const projects_count: ((inputs: Projects_CountInputs, options?: {
    locale?: "en" | "lv" | "de";
}) => LocalizedString) & import('../runtime.js').MessageMetadata<Projects_CountInputs, {
    locale?: "en" | "lv" | "de";
}, {}>;
