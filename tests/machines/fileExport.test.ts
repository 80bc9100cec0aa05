import { fileExportModel } from '../../src/machines/fileExport/fileExport.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(fileExportModel, { promises: ['makeFile'] });
