import { historyModel } from '../../src/machines/history/history.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(historyModel, { promises: ['look', 'step'] });
