/** Why a backup cannot be made or a file cannot be restored: a sentence for the person at the command. */
export class Unusable extends Error {}
