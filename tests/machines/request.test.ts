import { requestModel } from '../../src/machines/request/request.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(requestModel, { promises: ['send'] });
