import { importReviewModel } from '../../src/machines/importReview/importReview.model.ts';
import { testEdges } from '../model/edges.ts';

testEdges(importReviewModel, { promises: ['readLists'], talkers: [] });
