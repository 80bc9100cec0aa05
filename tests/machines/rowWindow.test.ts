import { rowWindowModel } from '../../src/machines/rowWindow/rowWindow.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(rowWindowModel, { promises: ['loadChunk', 'loadRows'] });
