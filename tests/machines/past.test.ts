import { pastModel } from '../../src/machines/past/past.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(pastModel);
