import { newFactorModel } from '../../src/machines/newFactor/newFactor.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(newFactorModel, { promises: ['begin', 'save', 'remake'] });
