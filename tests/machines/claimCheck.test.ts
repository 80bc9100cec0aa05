import { claimCheckModel } from '../../src/machines/claimCheck/claimCheck.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(claimCheckModel, { promises: ['check'] });
