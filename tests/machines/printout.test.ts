import { printoutModel } from '../../src/machines/printout/printout.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(printoutModel, { promises: ['loadRows', 'print'] });
