import { dragModel } from '../../src/machines/drag/drag.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(dragModel);
