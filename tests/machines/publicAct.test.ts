import { publicActModel } from '../../src/machines/publicAct/publicAct.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(publicActModel, { promises: ['load'], talkers: ['follow'] });
