import { confirmationModel } from '../../src/machines/confirmation/confirmation.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(confirmationModel, { promises: ['confirm'] });
