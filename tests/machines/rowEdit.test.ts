import { rowEditModel } from '../../src/machines/rowEdit/rowEdit.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(rowEditModel, { promises: ['doEdit'] });
