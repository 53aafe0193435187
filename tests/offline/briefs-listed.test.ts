import { describe, expect, it } from "vitest";
import { conversation } from "../support/offline";

// Briefs of one sentence: who does what, what is shown, and what else there is behind "with".

describe("A brief of one sentence", () => {
  it.each([
    [
      "Develop a volunteer management platform that allows organizations to post opportunities, volunteers to apply, and coordinators to log hours and issue certificates.",
      ["Application", "Certificate", "Opportunity", "TimeEntry", "Volunteer"],
    ],
    [
      "I want a podcast website for publishing episodes, with show notes, guests, categories, listener comments, and a newsletter signup.",
      ["Category", "Comment", "Episode", "Guest", "Subscriber"],
    ],
    [
      "Please implement a personal finance dashboard for tracking income, expenses, budgets and savings goals, with charts by category and month.",
      ["Budget", "Expense", "Income", "SavingsGoal"],
    ],
    [
      "Develop a farm management application for recording fields, crops, planting dates, harvests, equipment and workers, and generating yield reports.",
      ["Crop", "Equipment", "Field", "Harvest", "Planting", "Worker", "YieldReport"],
    ],
    [
      "I need a tourism website for our region showing attractions, hotels, restaurants and events, with an interactive map, trip planner and visitor reviews.",
      ["Attraction", "Event", "Hotel", "Restaurant", "VisitorReview"],
    ],
    [
      "Build a stock portfolio tracking site with functions for adding holdings, recording buy and sell transactions, viewing gains and losses, and setting price alerts.",
      ["Holding", "Trade"],
    ],
    [
      "Create an online exam system for teachers to create question banks and exams, and for students to take exams and see their results.",
      ["Exam", "QuestionBank", "Student", "Teacher"],
    ],
  ])("keeps what it lists: %s", (brief, tables) => {
    const app = conversation();
    app.say(brief);
    expect(app.entities().toSorted()).toEqual(tables);
    for (const name of tables) expect(Object.keys(app.entity(name)!.properties).length).toBeGreaterThan(1);
  });

  it("says what is no rows of a site", () => {
    const app = conversation();
    const { text } = app.say(
      "I need a tourism website for our region showing attractions and hotels, with an interactive map, a trip planner and visitor reviews.",
    );
    expect(text).toContain("interactive map, trip planner");
  });
});
