import { sessionModel } from '../../src/machines/session/session.model.ts';
import { testEdges } from '../model/edges.ts';

/** With the profile's own request, one other covers both kinds. */
testEdges(sessionModel(['r1']), { promises: ['logIn', 'refresh'], talkers: ['request'] });
