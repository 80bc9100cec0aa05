import { tooltipModel } from '../../src/machines/tooltip/tooltip.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(tooltipModel);
