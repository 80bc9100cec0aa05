import { blockEditModel } from '../../src/machines/blockEdit/blockEdit.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(blockEditModel, { promises: ['doBlock'] });
