import { actCellModel } from '../../src/machines/actCell/actCell.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(actCellModel, { promises: ['saveValue', 'settleValue', 'giveUpValue', 'loadRange'] });
