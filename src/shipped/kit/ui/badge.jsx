import { cva } from "class-variance-authority";
import { Slot } from "radix-ui";
import { cn } from "@/lib/utils";

const badgeVariants = cva(
  "inline-flex w-fit shrink-0 items-center justify-center gap-1 whitespace-nowrap rounded-full border px-2.5 py-0.5 text-xs font-medium [&>svg]:size-3",
  {
    variants: {
      variant: {
        default: "border-transparent bg-primary text-primary-foreground",
        secondary: "border-transparent bg-secondary text-secondary-foreground",
        destructive: "border-transparent bg-destructive text-destructive-foreground",
        outline: "text-foreground",
      },
    },
    defaultVariants: { variant: "default" },
  },
);

/** @param {React.ComponentProps<"span"> & { variant?: "default" | "secondary" | "destructive" | "outline", asChild?: boolean }} props */
function Badge({ className, variant, asChild = false, ...props }) {
  const Element = asChild ? Slot.Root : "span";
  return <Element className={cn(badgeVariants({ variant }), className)} {...props} />;
}

export { Badge, badgeVariants };
