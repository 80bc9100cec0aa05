export type LocalizedString = import('../runtime.js').LocalizedString;
export type Login_TitleInputs = {};
export type Projects_CountInputs = {
    count: NonNullable<unknown>;
};
export declare const login_title: (inputs: Login_TitleInputs) => LocalizedString;
export declare const projects_count: (inputs: Projects_CountInputs) => LocalizedString;
