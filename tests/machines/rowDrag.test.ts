import { rowDragModel } from '../../src/machines/rowDrag/rowDrag.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(rowDragModel);
