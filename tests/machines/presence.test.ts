import { presenceModel } from '../../src/machines/presence/presence.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(presenceModel, { promises: ['stay'], talkers: ['watchPeople'] });
