import { findModel } from '../../src/machines/find/find.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(findModel, { promises: ['search'] });
