import * as v from 'valibot';

/** The act a public key opens, by the moment it last changed; nothing once the link opens it no more. */
export const PUBLIC_ACT = 'subscription public_act { public_act { id changed_at } }';
export const PublicActAnswer = v.object({ public_act: v.array(v.object({ id: v.number(), changed_at: v.string() })) });
