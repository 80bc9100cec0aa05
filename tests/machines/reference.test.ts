import { referenceModel } from '../../src/machines/reference/reference.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(referenceModel, { promises: ['load'] });
