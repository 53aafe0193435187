import { describe, expect, it } from "vitest";
import { nameApp } from "@/features/apps/name-app";

// A site goes by what its owner calls the business, in the words of the message.

describe("The name of a new app", () => {
  it.each([
    ["A website for a yoga studio with classes and teachers where people book classes", "Yoga Studio"],
    ["yoga studio website with schedule and booking", "Yoga Studio"],
    ["my yoga studio needs a website with classes", "Yoga Studio"],
    ["a booking website for a yoga studio", "Yoga Studio"],
    ["public site for our pilates studio, visitors see classes and book", "Pilates Studio"],
    ["website for our barber shop, clients book a haircut with one of two barbers", "Barber Shop"],
    ["a webshop for my toy shop with products and orders", "Toy Shop"],
    ["a public website for a climbing gym with courses and trainers", "Climbing Gym"],
    ["website of a ceramics workshop where people book courses", "Ceramics Workshop"],
    ["invoicing for a bakery with customers and invoices with lines", "Bakery Invoicing"],
    // What is said as it is stays.
    ["a crossfit gym site with classes and coaches", "Crossfit Gym"],
    ["Inventory for my bakery", "Bakery Inventory"],
    ["An events website called City Stages with events, venues and sign-ups, and a calendar", "City Stages"],
    ["a car rental website for my company", "Car Rental"],
    ["A habit tracker", "Habit Tracker"],
    // What a site has many of.
    ["recipe site", "Recipes"],
    ["concert ticket site: concerts, venues, tickets", "Concert Tickets"],
    // Those who meet there, or else what brings them together.
    ["a community for amateur astronomers", "Amateur Astronomers"],
    ["community for people who restore old radios, they post their projects and comment", "Old Radio Community"],
    ["forum for everybody interested in birds, with posts and comments", "Bird Forum"],
    // Who writes.
    ["I need something for my students and classes. I run a small dance school and we are many.", "Dance School"],
    ["Our food bank receives donations from supermarkets, and we hand them out to families.", "Food Bank"],
    ["event site with events and speakers", "Events"],
    // What stands before what is kept.
    ["gym members classes trainers payments", "Gym"],
    ["small law firm matters and deadlines and time spent", "Small Law Firm"],
    ["a plant swap for our street", "Plant Swap"],
    ["piano tuner customers and pianos, next tuning due", "Pianos"],
    ["physio exercises for patients", "Physio Exercises"],
    ["company cars", "Company Cars"],
    ["an app for my mother's medicines", "Mother’s Medicines"],
    ["rent my cabin: bookings, cleaning, keys", "Rent My Cabin"],
    // A "website" is no name.
    ["website with family recipes", "Recipes"],
    ["a website where I share my recipes", "Recipes"],
    ["site with my recipes", "Recipes"],
  ])("%s → %s", (said, name) => expect(nameApp(said)).toBe(name));
});
