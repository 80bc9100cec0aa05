import { selectionModel } from '../../src/machines/selection/selection.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(selectionModel);
