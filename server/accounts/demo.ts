import type { Database } from '../db/open.ts';
import { hashPassword } from './passwords.ts';

/** The sign-in a first visitor is given (DESIGN.md). Its password is public: it is made on a loopback address only. */
export const DEMO = { email: 'demo@actum.example', password: 'actum-demo', name: 'Demo Estimator', team: 'Demo Builders' } as const;

/** Makes the demo user and a team of their own, unless they are there. */
export async function ensureDemo(database: Database): Promise<void> {
  const there = await database.query.selectFrom('users').select('id').where('email', '=', DEMO.email).executeTakeFirst();
  if (there !== undefined) return;
  const password = await hashPassword(DEMO.password);
  await database.query.transaction().execute(async (tx) => {
    const user = await tx
      .insertInto('users')
      .values({ email: DEMO.email, name: DEMO.name, password, confirmed_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const team = await tx.insertInto('teams').values({ name: DEMO.team }).returning('id').executeTakeFirstOrThrow();
    await tx.insertInto('members').values({ team_id: team.id, user_id: user.id, role: 'owner' }).execute();
  });
}
