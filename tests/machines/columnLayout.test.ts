import { columnLayoutModel } from '../../src/machines/columnLayout/columnLayout.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(columnLayoutModel, { promises: ['readLayout', 'sendLayout'] });
