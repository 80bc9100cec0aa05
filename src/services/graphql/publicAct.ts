import * as v from 'valibot';

/** The act behind a public key, as the moment of its last change; empty once the link is withdrawn. */
export const PUBLIC_ACT = 'subscription public_act { public_act { id changed_at } }';
export const PublicActAnswer = v.object({ public_act: v.array(v.object({ id: v.number(), changed_at: v.string() })) });
