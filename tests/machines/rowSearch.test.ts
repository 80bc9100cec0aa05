import { rowSearchModel } from '../../src/machines/rowSearch/rowSearch.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(rowSearchModel, { promises: ['searchRows'] });
