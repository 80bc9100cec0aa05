import { numberEntryModel } from '../../src/machines/numberEntry/numberEntry.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(numberEntryModel);
