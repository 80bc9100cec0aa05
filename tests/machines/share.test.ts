import { shareModel } from '../../src/machines/share/share.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(shareModel, { promises: ['readLink', 'shareUntil', 'copyLink', 'rotateLink', 'withdrawLink'] });
