import { interruptionModel } from '../../src/machines/interruption/interruption.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(interruptionModel);
