import { ownCopyModel } from '../../src/machines/ownCopy/ownCopy.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(ownCopyModel, { promises: ['readCopy', 'sendCopy'] });
