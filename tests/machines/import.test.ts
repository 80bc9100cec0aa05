import { importModel } from '../../src/machines/import/import.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(importModel, { promises: ['upload', 'readLists', 'remove', 'readNumbers', 'finish', 'cancel'] });
