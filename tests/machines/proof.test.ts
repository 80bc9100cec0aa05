import { proofModel } from '../../src/machines/proof/proof.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(proofModel, { promises: ['look', 'check'] });
