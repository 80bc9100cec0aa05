import { modalModel } from '../../src/machines/modal/modal.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(modalModel);
