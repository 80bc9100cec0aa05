export const root: string;
export const node: string;
export function run(program: string, args: readonly string[]): Promise<void>;
export function install(): Promise<void>;
export function messages(): Promise<void>;
export function build(): Promise<void>;
export function startServer(
  environment?: NodeJS.ProcessEnv,
  stdio?: import('node:child_process').StdioOptions,
): import('node:child_process').ChildProcess;
