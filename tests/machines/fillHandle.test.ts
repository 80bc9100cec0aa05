import { fillHandleModel } from '../../src/machines/fillHandle/fillHandle.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(fillHandleModel);
