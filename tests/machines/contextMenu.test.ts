import { contextMenuModel } from '../../src/machines/contextMenu/contextMenu.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(contextMenuModel);
