import { awaitedRowsModel } from '../../src/machines/awaitedRows/awaitedRows.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(awaitedRowsModel);
