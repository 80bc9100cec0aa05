import { gridModel } from '../../src/machines/grid/grid.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(gridModel, { talkers: ['cell'] });
