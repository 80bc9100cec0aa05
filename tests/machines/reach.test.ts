import { reachModel } from '../../src/machines/reach/reach.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(reachModel, { promises: ['probe'] });
