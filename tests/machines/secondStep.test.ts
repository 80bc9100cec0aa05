import { secondStepModel } from '../../src/machines/secondStep/secondStep.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(secondStepModel, { promises: ['check'] });
