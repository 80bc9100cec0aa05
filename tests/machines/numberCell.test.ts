import { numberCellModel } from '../../src/machines/numberCell/numberCell.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(numberCellModel, { promises: ['saveValue', 'settleValue', 'giveUpValue'] });
